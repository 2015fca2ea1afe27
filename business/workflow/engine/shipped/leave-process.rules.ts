/**
 * Leave of office staff: human resources approve, then the manager for up to three days, the head for more. A rejected
 * applicant may change and resend it.
 */
export const leaveProcessXml = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:flowable="http://flowable.org/bpmn" xmlns:anju="https://anju/bpmn" targetNamespace="https://anju/processes">
<process id="LeaveProcess" name="请假流程" isExecutable="true" anju:category="flow_leave" anju:papers="processLeave">
<startEvent id="start" name="开始" flowable:initiator="applyUser"/>
<userTask id="hrTask" name="人事审批" flowable:assignee="\${taskUser}"/>
<exclusiveGateway id="judge" name="天数"/>
<userTask id="managerTask" name="经理审批" flowable:candidateGroups="manager"/>
<userTask id="bossTask" name="老板审批" flowable:candidateGroups="boss"/>
<userTask id="modifyTask" name="调整申请" flowable:assignee="\${applyUser}"/>
<endEvent id="end" name="结束"/>
<sequenceFlow id="flow1" sourceRef="start" targetRef="hrTask"/>
<sequenceFlow id="hrPassFlow" name="同意" sourceRef="hrTask" targetRef="judge"><conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="hrNotPassFlow" name="驳回" sourceRef="hrTask" targetRef="modifyTask"><conditionExpression xsi:type="tFormalExpression">\${!pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="judgeLess" name="三天以内" sourceRef="judge" targetRef="managerTask"><conditionExpression xsi:type="tFormalExpression">\${days &lt;= 3}</conditionExpression></sequenceFlow>
<sequenceFlow id="judgeMore" name="超过三天" sourceRef="judge" targetRef="bossTask"><conditionExpression xsi:type="tFormalExpression">\${days &gt; 3}</conditionExpression></sequenceFlow>
<sequenceFlow id="managerPassFlow" name="同意" sourceRef="managerTask" targetRef="end"><conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="managerNotPassFlow" name="驳回" sourceRef="managerTask" targetRef="modifyTask"><conditionExpression xsi:type="tFormalExpression">\${!pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="bossPassFlow" name="同意" sourceRef="bossTask" targetRef="end"><conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="bossNotPassFlow" name="驳回" sourceRef="bossTask" targetRef="modifyTask"><conditionExpression xsi:type="tFormalExpression">\${!pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="modifyPassFlow" name="重新提交" sourceRef="modifyTask" targetRef="hrTask"><conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression></sequenceFlow>
<sequenceFlow id="modifyNotPassFlow" name="放弃" sourceRef="modifyTask" targetRef="end"><conditionExpression xsi:type="tFormalExpression">\${!pass}</conditionExpression></sequenceFlow>
</process>
<bpmndi:BPMNDiagram id="LeaveProcess_diagram">
<bpmndi:BPMNPlane id="LeaveProcess_plane" bpmnElement="LeaveProcess">
<bpmndi:BPMNShape id="start_di" bpmnElement="start"><dc:Bounds x="100" y="150" width="36" height="36"/><bpmndi:BPMNLabel><dc:Bounds x="106" y="192" width="24" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="hrTask_di" bpmnElement="hrTask"><dc:Bounds x="200" y="128" width="100" height="80"/></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="judge_di" bpmnElement="judge" isMarkerVisible="true"><dc:Bounds x="370" y="143" width="50" height="50"/><bpmndi:BPMNLabel><dc:Bounds x="425" y="161" width="24" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="managerTask_di" bpmnElement="managerTask"><dc:Bounds x="480" y="68" width="100" height="80"/></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="bossTask_di" bpmnElement="bossTask"><dc:Bounds x="480" y="208" width="100" height="80"/></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="modifyTask_di" bpmnElement="modifyTask"><dc:Bounds x="200" y="310" width="100" height="80"/></bpmndi:BPMNShape>
<bpmndi:BPMNShape id="end_di" bpmnElement="end"><dc:Bounds x="680" y="150" width="36" height="36"/><bpmndi:BPMNLabel><dc:Bounds x="722" y="188" width="24" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
<bpmndi:BPMNEdge id="flow1_di" bpmnElement="flow1"><di:waypoint x="136" y="168"/><di:waypoint x="200" y="168"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="hrPassFlow_di" bpmnElement="hrPassFlow"><di:waypoint x="300" y="168"/><di:waypoint x="370" y="168"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="hrNotPassFlow_di" bpmnElement="hrNotPassFlow"><di:waypoint x="270" y="208"/><di:waypoint x="270" y="310"/><bpmndi:BPMNLabel><dc:Bounds x="276" y="256" width="24" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="modifyPassFlow_di" bpmnElement="modifyPassFlow"><di:waypoint x="230" y="310"/><di:waypoint x="230" y="208"/><bpmndi:BPMNLabel><dc:Bounds x="176" y="256" width="48" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="judgeLess_di" bpmnElement="judgeLess"><di:waypoint x="395" y="143"/><di:waypoint x="395" y="108"/><di:waypoint x="480" y="108"/><bpmndi:BPMNLabel><dc:Bounds x="405" y="120" width="48" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="judgeMore_di" bpmnElement="judgeMore"><di:waypoint x="395" y="193"/><di:waypoint x="395" y="248"/><di:waypoint x="480" y="248"/><bpmndi:BPMNLabel><dc:Bounds x="405" y="222" width="48" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="managerPassFlow_di" bpmnElement="managerPassFlow"><di:waypoint x="580" y="108"/><di:waypoint x="698" y="108"/><di:waypoint x="698" y="150"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="bossPassFlow_di" bpmnElement="bossPassFlow"><di:waypoint x="580" y="248"/><di:waypoint x="698" y="248"/><di:waypoint x="698" y="186"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="bossNotPassFlow_di" bpmnElement="bossNotPassFlow"><di:waypoint x="530" y="288"/><di:waypoint x="530" y="340"/><di:waypoint x="300" y="340"/></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="managerNotPassFlow_di" bpmnElement="managerNotPassFlow"><di:waypoint x="580" y="128"/><di:waypoint x="620" y="128"/><di:waypoint x="620" y="365"/><di:waypoint x="300" y="365"/><bpmndi:BPMNLabel><dc:Bounds x="627" y="170" width="24" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNEdge>
<bpmndi:BPMNEdge id="modifyNotPassFlow_di" bpmnElement="modifyNotPassFlow"><di:waypoint x="250" y="390"/><di:waypoint x="250" y="430"/><di:waypoint x="760" y="430"/><di:waypoint x="760" y="168"/><di:waypoint x="716" y="168"/></bpmndi:BPMNEdge>
</bpmndi:BPMNPlane>
</bpmndi:BPMNDiagram>
</definitions>
`;
